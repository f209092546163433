const values = new Map<string, number[]>()

export function append(sensor: string, value: number): number {
  const list = values.get(sensor) ?? []
  list.push(value)
  values.set(sensor, list)
  return list.length
}

export function latest(sensor: string): number | undefined {
  return values.get(sensor)?.at(-1)
}
