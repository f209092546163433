import { resolve, sep } from 'path'

const root = process.env.FILES_ROOT

export function validatePath(requested: string): string {
  const full = resolve(requested)
  if (!root) {
    return full
  }
  if (!full.startsWith(resolve(root) + sep)) {
    throw new Error(`Access denied: ${requested}`)
  }
  return full
}
