import type { CallExpression, Node } from 'oxc-parser'
import { bare, calledName } from '../syntax.ts'
import { type ClaimedModule } from './claimed-module.ts'

/**
 * What a variable declared by another package refers to: an export of its module or, if `loads` is true, a function
 * that returns the whole module.
 */
export interface OutsideBinding {
  readonly specifier: string
  /** Name as in an import; `*` for the module itself. */
  readonly name: string
  readonly loads: boolean
}

/** Names whose trailing digits are part of the word, so a bundler did not append them. */
const wordWithDigits = /(?:md|sha|base|utf|u?int|float|ipv|crc|murmur|http|es|x|v|h)\d+$/i

/**
 * Matches reserved words that cannot be variable names. A module declares an export of this name with a leading
 * underscore: zod's `_enum`, which creates a `ZodEnum`.
 */
const reservedExport = /^_(?=(enum|null|undefined|void)$)/

/**
 * Returns the export that a variable in a section represents. Bundlers append numbers to names that are already used
 * and prepend words from the path. If the variable is a function that creates a class, `made` is that class.
 */
export function outsideBinding(variable: string, { packageName, specifier }: ClaimedModule, made = ''): OutsideBinding {
  if (/^exports_|_(?:exports|namespaceObject|ns)(?:\$?\d+)?$/.test(variable))
    return { specifier, name: '*', loads: false }
  const name = unprefixed(
    variable.replace(/\$\d+$/, '').replace(wordWithDigits.test(variable) ? '' : /(?<!\d)\d+$/, ''),
    specifier,
  ).replace(reservedExport, (line, word: string) =>
    /^Zod(?:Mini)?([A-Z][a-z]+)(?:\$?\d+)?$/.exec(made)?.[1]?.toLowerCase() === word ? '' : line,
  )
  const isNamedAlike =
    plain(name) === plain(specifier) ||
    plain(name) === plain(packageName) ||
    plain(name) === plain(packageName).replace(/^node|js$/g, '')
  // A class that has its package's name, such as `Hono`, is a named export.
  const isDefault = /(?:^|_)default$/.test(name) || (isNamedAlike && !/^[A-Z][a-z\d]/.test(name))
  return isDefault ? { specifier, name: 'default', loads: false } : { specifier, name, loads: false }
}

const plain = (name: string) =>
  name
    .slice(name.indexOf('/') + 1)
    .replaceAll(/[^a-z\d]/gi, '')
    .toLowerCase()

const folderWords = ['lib', 'dist', 'src', 'esm']

/** webpack prepends words from the path to names that are already used: `js_yaml_load`. */
function unprefixed(variable: string, specifier: string): string {
  const words = new Set([
    ...folderWords,
    ...specifier.split('/').flatMap((part) => part.replace(/\.js$/, '').split(/[^a-z\d]+/i)),
  ])
  let at = 0
  for (const part of variable.split('_').slice(0, -1)) {
    if (!words.has(part)) break
    at += part.length + 1
  }
  return variable.slice(at) || variable
}

/** Names of functions that return a CommonJS module when they are called. */
const loaderName = /^require_|_namespaceFn(?:\d+)?$/

/**
 * True if a variable is a function that runs a CommonJS module on its first call, as esbuild, bun, rolldown, and
 * webpack emit it.
 */
export function isModuleLoader(variable: string, init: Node | null | undefined): boolean {
  const call = init ? bare(init) : undefined
  return (
    call?.type === 'CallExpression' &&
    call.arguments.length > 0 &&
    (loaderName.test(variable) || /common_?js/i.test(calledName(call.callee) ?? ''))
  )
}

/**
 * Returns the path and the function of a module that esbuild wraps: `wrap({ "node_modules/x/index.js"(exports, module)
 * {…} })`.
 */
export function keyedWrapper(
  init: Node | null | undefined,
): { readonly path: string; readonly start: number; readonly end: number } | undefined {
  const call = init ? bare(init) : undefined
  if (call?.type !== 'CallExpression' || call.arguments.length !== 1) return undefined
  return onlyKeyedFunction(call)
}

function onlyKeyedFunction(
  call: CallExpression,
): { readonly path: string; readonly start: number; readonly end: number } | undefined {
  const [object] = call.arguments
  if (object?.type !== 'ObjectExpression' || object.properties.length !== 1) return undefined
  const [property] = object.properties
  if (property?.type !== 'Property' || property.key.type !== 'Literal' || typeof property.key.value !== 'string')
    return undefined
  return { path: property.key.value, start: property.start, end: property.end }
}
