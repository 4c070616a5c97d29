// Starts the server in a container: the image's build is put where earlier ones are, in a volume, then the server starts.
import { installBuild } from './kept-builds.ts';

installBuild('build', 'dist', Date.now());
await import('../start.ts');
