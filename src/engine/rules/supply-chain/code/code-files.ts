import { isAside } from '../project.ts'

/** The language of a file of code by its name; undefined for what is none, and for code that nobody installs. */
export function languageOf(path: string): 'javascript' | 'python' | 'shell' | undefined {
  if (isAside(path) && !/(?:^|\/)node_modules\//.test(path)) return undefined
  if (/\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path)) return 'javascript'
  if (/\.pyw?$/.test(path)) return 'python'
  return /\.(?:ba|z)?sh$/.test(path) ? 'shell' : undefined
}
