/** A module and the name of an application in the module. */
export interface ApplicationName {
  readonly module: string
  readonly attribute: string
}

/** Parses the application name that ASGI and WSGI servers accept: `package.module:app`. Undefined for other text. */
export function applicationNamed(text: string | undefined): ApplicationName | undefined {
  const [, module, attribute] = /^([A-Za-z_][\w.]{0,200}):([A-Za-z_]\w{0,100})(?:\(\))?$/.exec(text ?? '') ?? []
  return module === undefined || attribute === undefined ? undefined : { module, attribute }
}
