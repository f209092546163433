/** Files that start a program: container files, platform files, and scripts. */
export const deploymentFiles: readonly RegExp[] = [
  /^(?:[\w-]{1,60}\.)?Dockerfile(?:\.[\w-]{1,60})?$/,
  /^Containerfile$/,
  /^(?:docker-)?compose[\w.-]{0,60}\.ya?ml$/,
  /^Procfile$/,
  /^(?:start|run|serve|entrypoint|docker-entrypoint)(?:[-_][\w-]{1,60})?\.sh$/,
]

/** Programs that serve an application by name, with their default listen address. */
export const servingPrograms: ReadonlyMap<string, 'loopback' | 'everywhere'> = new Map([
  ['uvicorn', 'loopback'],
  ['gunicorn', 'loopback'],
  ['hypercorn', 'loopback'],
  ['granian', 'loopback'],
])

/** Options of `servingPrograms` that set the listen address. */
export const addressOptions: readonly string[] = ['--host', '--bind', '-b']
