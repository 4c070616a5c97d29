/** A pattern for the paths of a call: in `/api/users/{id}`, `{id}` matches one path segment. */
export function pathPattern(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
