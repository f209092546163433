import { isOutOfScope } from '../project.ts'

/**
 * Returns a code file's language based on its name. Returns undefined for other files and for code outside the package.
 */
export function languageOf(path: string): 'javascript' | 'python' | 'shell' | undefined {
  if (isOutOfScope(path) && !/(?:^|\/)node_modules\//.test(path)) return undefined
  if (/\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path)) return 'javascript'
  if (/\.pyw?$/.test(path)) return 'python'
  return /\.(?:ba|z)?sh$/.test(path) ? 'shell' : undefined
}
