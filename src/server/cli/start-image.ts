// Starts the server in a container: installs the image's build into the volume with earlier builds, then starts.
import { installBuild } from './earlier-builds.ts';

installBuild('build', 'dist', Date.now());
await import('../start.js');
