import { isUtf8 } from 'node:buffer'
import type { LanguageSemantics } from '../../language-semantics.ts'
import { standardSyntax } from '../../taint/sanitizers/patterns/pattern-syntax.ts'
import { javaScriptModules } from './javascript-modules.ts'
import { publicFiles } from './named-files.ts'

const plainDialects = ['js', 'mjs', 'cjs', 'jsx'] as const
const typedDialects = ['ts', 'mts', 'cts', 'tsx'] as const

/** Semantics of JavaScript and TypeScript, which share libraries, modules, and values. */
export const javaScriptSemantics: LanguageSemantics = {
  languages: ['javascript', 'typescript'],
  libraries: 'javascript',
  files: {
    extensions: new Map([...plainDialects, ...typedDialects].map((dialect) => [dialect, dialect])),
    languageOf: new Map([
      ...plainDialects.map((dialect) => [dialect, 'javascript'] as const),
      ...[...typedDialects, 'dts'].map((dialect) => [dialect, 'typescript'] as const),
    ]),
    declaring: new Set(),
    dialectByName: (name) => (/\.d\.[cm]?ts$|\.d\.[^.]+\.ts$/i.test(name) ? 'dts' : undefined),
    dialectByInterpreter: (line) =>
      /\b(?:tsx|ts-node|deno|bun)\b/.test(line) ? 'ts' : /\bnode(?:js)?\b/.test(line) ? 'js' : undefined,
    isForeign: (dialect, content) => dialect === 'ts' && isOtherTs(content),
  },
  values: {
    iterationYieldsKeys: false,
    emptyContainersAreFalsy: false,
    attributesAreNotElements: false,
    operatorsBuildText: false,
    checksAnnotations: false,
    checksSchemaFormats: true,
    hasDocstrings: false,
    indexMethods: new Set(['indexOf', 'lastIndexOf']),
    filterMethods: new Set(['filter']),
    replaceAllMethods: new Set(['replaceAll']),
    hostsKeepBrackets: true,
    isPrivateAttribute: () => false,
  },
  calls: {
    unknownCallsWrap: false,
    handlersGetArguments: false,
    throwingConversions: new Map(),
    containmentMethods: new Set(),
    parameterNames: () => [],
  },
  patterns: {
    syntax: standardSyntax,
    methods: new Map([
      ['test', { extent: 'anywhere', isOfPattern: true }],
      ['exec', { extent: 'anywhere', isOfPattern: true }],
      ['match', { extent: 'anywhere', isOfPattern: false }],
      ['search', { extent: 'anywhere', isOfPattern: false }],
      ['matchAll', { extent: 'anywhere', isOfPattern: false }],
    ]),
    functions: new Map(),
  },
  publicModules(paths, settings) {
    const resolve = javaScriptModules(new Set(paths), settings)
    return publicFiles(settings).flatMap(({ from, specifier }) => resolve(from, specifier) ?? [])
  },
  moduleResolver(paths, settings) {
    const resolve = javaScriptModules(new Set(paths), settings)
    return (fromPath, specifier) => ({ path: resolve(fromPath, specifier), isModule: false })
  },
}

/**
 * MPEG transport streams and Qt translation files share their extension with TypeScript. A stream has 0x47 every 188
 * bytes (ISO/IEC 13818-1, 2.4.3.2) and is not text; a translation is XML, and no TypeScript file starts with XML.
 */
function isOtherTs(content: Buffer): boolean {
  if (content[0] === 0x47)
    return (
      [188, 376].every((at) => content.length <= at || content[at] === 0x47) &&
      (content.includes(0) || !isUtf8(content))
    )
  return /^\uFEFF?\s*<(?:\?xml|!DOCTYPE)\s/.test(content.toString('utf8', 0, 100))
}
