import { z } from 'zod'

const State = z.object({ topic: z.string(), turns: z.array(z.string()) })

export function save(state) {
  return Buffer.from(JSON.stringify(state)).toString('base64')
}

export function restore(text) {
  const plain = Buffer.from(text, 'base64').toString('utf8')
  return State.parse(JSON.parse(plain))
}
