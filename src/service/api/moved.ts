import type { Request, Response } from 'express'

/** Thrown if the resource in the path was merged into another one. Holds the path parameters that change. */
export class MovedParameters extends Error {
  override readonly name = 'MovedParameters'
  readonly parameters: Readonly<Record<string, string>>

  constructor(parameters: Readonly<Record<string, string>>) {
    super('The resource was merged into another resource. Follow the `Location` header.')
    this.parameters = parameters
  }
}

/**
 * Responds to a MovedParameters error with 308 (RFC 9110, section 15.4.9) to the same path, such as
 * `/api/v1/servers/:slug`, with the new parameters and the same query. Rethrows all other errors.
 */
export function answerMoved(
  error: unknown,
  { publicUrl, path }: { readonly publicUrl: string; readonly path: string },
  request: Request,
  response: Response,
): void {
  if (!(error instanceof MovedParameters)) throw error
  const values: Readonly<Record<string, unknown>> = { ...request.params, ...error.parameters }
  const query = request.url.indexOf('?')
  const address =
    `${publicUrl}` +
    `${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))}` +
    `${query < 0 ? '' : request.url.slice(query)}`
  response.status(308).set({ Location: address, 'Cache-Control': 'no-cache' }).end()
}
