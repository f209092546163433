import serialize from 'node-serialize'

export function save(state) {
  return Buffer.from(serialize.serialize(state)).toString('base64')
}

export function restore(text) {
  const plain = Buffer.from(text, 'base64').toString('utf8')
  return serialize.unserialize(plain)
}
