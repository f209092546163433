import { builtinModules } from 'node:module'

const builtins: ReadonlySet<string> = new Set(builtinModules)

/** Reports whether Node.js provides the module. */
export function isNodeModule(specifier: string): boolean {
  return specifier.startsWith('node:') || builtins.has(specifier)
}

/** Splits a specifier into the package name and the path in it, which is empty or starts with `/`. */
export function splitSpecifier(specifier: string): { readonly name: string; readonly subpath: string } {
  const parts = specifier.split('/')
  const count = specifier.startsWith('@') ? 2 : 1
  return {
    name: parts.slice(0, count).join('/'),
    subpath: parts.length > count ? `/${parts.slice(count).join('/')}` : '',
  }
}

/** Returns the name of `name@version`. */
export function withoutVersion(label: string): string {
  const at = label.indexOf('@', 1)
  return at < 0 ? label : label.slice(0, at)
}
