import { resolve, sep } from 'path'

const root = process.env.FILES_ROOT ?? '/var/lib/file-peek'

export function validatePath(requested: string): string {
  const full = resolve(root, requested)
  if (!full.startsWith(resolve(root) + sep)) {
    throw new Error(`Access denied: ${requested}`)
  }
  return full
}
