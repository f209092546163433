export interface Layer {
  readonly name: string
  readonly values: readonly number[]
}

const SERVICE = 'https://api.weather.example'

export async function fetchLayer(link: string): Promise<Layer> {
  if (!link.startsWith(SERVICE)) {
    throw new Error('Only links of the weather service are allowed')
  }
  const response = await fetch(link, { redirect: 'error' })
  if (!response.ok) {
    throw new Error(`Weather service answered ${response.status}`)
  }
  return (await response.json()) as Layer
}
