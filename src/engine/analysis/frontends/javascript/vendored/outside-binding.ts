import type { CallExpression, Node } from 'oxc-parser'
import { bare, calledName } from '../syntax.ts'
import { type ClaimedModule } from './claimed-module.ts'

/**
 * What a variable stands for that code of another package declares: an export of its module, or, where `loads`, a
 * function that gives the whole module.
 */
export interface OutsideBinding {
  readonly specifier: string
  /** As in an import; `*` for the module itself. */
  readonly name: string
  readonly loads: boolean
}

/** Names in which digits belong to the word. */
const wordWithDigits = /(?:md|sha|base|utf|u?int|float|ipv|crc|murmur|http|es|x|v|h)\d+$/i

/**
 * Words that are no names of variables, so that what a module exports by one is declared with a line before it: zod's
 * `_enum`, which makes a `ZodEnum`.
 */
const reservedExport = /^_(?=(enum|null|undefined|void)$)/

/**
 * The export that a variable of a section is: bundlers put numbers behind names that are taken, and words of the path
 * in front. `made`: the class that it makes, where it is a function that does.
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
  // A class that is called after its package, `Hono`, is exported by its name.
  const isDefault = /(?:^|_)default$/.test(name) || (isNamedAlike && !/^[A-Z][a-z\d]/.test(name))
  return isDefault ? { specifier, name: 'default', loads: false } : { specifier, name, loads: false }
}

const plain = (name: string) =>
  name
    .slice(name.indexOf('/') + 1)
    .replaceAll(/[^a-z\d]/gi, '')
    .toLowerCase()

const folderWords = ['lib', 'dist', 'src', 'esm']

/** webpack puts words of the path in front of names that are taken: `js_yaml_load`. */
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

/** Names of what gives a module of CommonJS when it is called. */
const loaderName = /^require_|_namespaceFn(?:\d+)?$/

/**
 * Whether a variable is a function that runs a module of CommonJS when it is first called, as esbuild, bun, rolldown
 * and webpack write it.
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
 * The path and the function of a module that esbuild wraps, `wrap({ "node_modules/x/index.js"(exports, module) {…} })`.
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
