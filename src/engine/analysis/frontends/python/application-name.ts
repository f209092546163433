/** A module, and the name of an application in it. */
export interface ApplicationName {
  readonly module: string
  readonly attribute: string
}

/** The application that servers of ASGI and WSGI read in a text: `package.module:app`; undefined for other texts. */
export function applicationNamed(text: string | undefined): ApplicationName | undefined {
  const [, module, attribute] = /^([A-Za-z_][\w.]{0,200}):([A-Za-z_]\w{0,100})(?:\(\))?$/.exec(text ?? '') ?? []
  return module === undefined || attribute === undefined ? undefined : { module, attribute }
}
