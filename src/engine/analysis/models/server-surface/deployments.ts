/** Names of files that start a program: those of containers, of platforms, and scripts. */
export const deploymentFiles: readonly RegExp[] = [
  /^(?:[\w-]{1,60}\.)?Dockerfile(?:\.[\w-]{1,60})?$/,
  /^Containerfile$/,
  /^(?:docker-)?compose[\w.-]{0,60}\.ya?ml$/,
  /^Procfile$/,
  /^(?:start|run|serve|entrypoint|docker-entrypoint)(?:[-_][\w-]{1,60})?\.sh$/,
]

/** Programs that serve an application by its name, and where they listen by default. */
export const servingPrograms: ReadonlyMap<string, 'loopback' | 'everywhere'> = new Map([
  ['uvicorn', 'loopback'],
  ['gunicorn', 'loopback'],
  ['hypercorn', 'loopback'],
  ['granian', 'loopback'],
])

/** Their options with an address. */
export const addressOptions: readonly string[] = ['--host', '--bind', '-b']
