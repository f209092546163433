const home = 'registry.example'

function isOurs(host) {
  return host.endsWith(home)
}

export async function readMetadata(address) {
  const url = new URL(address)
  if (url.protocol !== 'https:' || !isOurs(url.hostname)) throw new Error('Only packages of our registry are read')
  const response = await fetch(url, { redirect: 'error', headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The registry answered ${response.status}`)
  return response.json()
}
