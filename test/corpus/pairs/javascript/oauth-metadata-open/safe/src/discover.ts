export interface AuthorizationServer {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
}

export async function discover(server: string): Promise<AuthorizationServer> {
  const response = await fetch(new URL('/.well-known/oauth-authorization-server', server))
  if (!response.ok) {
    throw new Error(`${server} has no authorization metadata`)
  }
  return (await response.json()) as AuthorizationServer
}
