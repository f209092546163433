import type { Request, Response } from 'express'

/**
 * Thrown by an endpoint where what its path names has become one with something else: the parameters of the path that
 * are other ones there.
 */
export class MovedParameters extends Error {
  override readonly name = 'MovedParameters'
  readonly parameters: Readonly<Record<string, string>>

  constructor(parameters: Readonly<Record<string, string>>) {
    super('what was asked for has become one with something else')
    this.parameters = parameters
  }
}

/**
 * Answers such an error with 308 (RFC 9110, section 15.4.9) to the same path, such as `/api/v1/servers/:slug`, with the
 * other parameters and the same query; throws every other one.
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
