export async function fetchMetadata(remote) {
  const response = await fetch(new URL('/.well-known/oauth-authorization-server', remote))
  if (response.status === 404) return undefined
  const metadata = await response.json()
  if (typeof metadata.authorization_endpoint !== 'string') throw new Error('no authorization endpoint')
  return metadata
}
