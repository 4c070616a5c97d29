/** Matches the paths of a call: `/api/users/{id}` takes one part of a path in place of each name. */
export function pathPattern(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
