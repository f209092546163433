export interface Layer {
  readonly name: string
  readonly values: readonly number[]
}

const SERVICE_HOSTS = new Set(['api.weather.example'])

export async function fetchLayer(link: string): Promise<Layer> {
  const url = new URL(link)
  if (url.protocol !== 'https:' || !SERVICE_HOSTS.has(url.host)) {
    throw new Error('Only links of the weather service are allowed')
  }
  const response = await fetch(url, { redirect: 'error' })
  if (!response.ok) {
    throw new Error(`Weather service answered ${response.status}`)
  }
  return (await response.json()) as Layer
}
