import path from 'node:path'

export const HOME = path.resolve('scratch')

export function scratchPath(name) {
  const full = path.resolve(HOME, name)
  const relative = path.relative(HOME, full)
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) {
    throw new Error(`${name} is outside of the scratchpad`)
  }
  return full
}
