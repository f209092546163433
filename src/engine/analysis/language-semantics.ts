import type { CommandLineModel } from './models/sources/command-line.ts'
import type { ModuleResolver, ModuleSettings } from './modules/module-resolution.ts'
import type { TaintMask } from './taint-kind.ts'
import type { PatternMethod, PatternSyntax, MatchExtent } from './taint/sanitizers/patterns/pattern-syntax.ts'
import type { SinkModel } from './taint/sinks/sink-model.ts'

/**
 * Language properties that the analysis depends on. Each frontend defines them in `frontends/<language>/semantics.ts`,
 * and `frontends/catalogue.ts` registers them. Each file in a program refers to them: read them once per file or call,
 * not once per operand.
 */
export interface LanguageSemantics {
  /** Names of the languages that the frontend reads, as in `IrModule.language`. */
  readonly languages: readonly string[]
  /** Language whose library models apply, as in the `language` field of `models/`. */
  readonly libraries: string
  readonly files: LanguageFiles
  readonly values: ValueSemantics
  readonly calls: CallSemantics
  readonly patterns: PatternSemantics
  /** Additional models from a frontend that is registered externally. */
  readonly models?: LanguageModels
  /**
   * Returns the files through which other programs import the project: the entry points of its packages. Absent if the
   * frontend does not know them.
   */
  publicModules?(paths: readonly string[], settings: ModuleSettings): readonly string[]
  /** Returns the resolver for imports between files of this language. */
  moduleResolver(paths: readonly string[], settings: ModuleSettings): ModuleResolver
}

/** Files in a language. A dialect is one grammar that the frontend supports. */
export interface LanguageFiles {
  /** Dialects by extension, in lower case without the dot. */
  readonly extensions: ReadonlyMap<string, string>
  /** Languages by dialect. */
  readonly languageOf: ReadonlyMap<string, string>
  /** Dialects that contain only type declarations. The taint analysis skips them. */
  readonly declaring: ReadonlySet<string>
  /** Returns the dialect of a file whose last extension alone does not determine it. */
  dialectByName?(name: string): string | undefined
  /** Returns the dialect named in an interpreter line (`#!…`). */
  dialectByInterpreter(line: string): string | undefined
  /** Reports whether the content has a different format that uses the same extension. */
  isForeign?(dialect: string, content: Buffer): boolean
}

/** How values behave in the language. */
export interface ValueSemantics {
  /** True if iterating a mapping yields its keys. Otherwise it yields pairs of a key and a value. */
  readonly iterationYieldsKeys: boolean
  /** True if empty lists and mappings are falsy. */
  readonly emptyContainersAreFalsy: boolean
  /** True if list and mapping attributes are always methods, never elements. */
  readonly attributesAreNotElements: boolean
  /** True if operators other than concatenation can build a text or a path: `%`, `/`, `|`. */
  readonly operatorsBuildText: boolean
  /** True if type annotations exist at run time and libraries validate values against them. */
  readonly checksAnnotations: boolean
  /** True if the common JSON Schema validators check `format` by default. */
  readonly checksSchemaFormats: boolean
  /** True if a string at the start of a function is its documentation. */
  readonly hasDocstrings: boolean
  /** Methods that return an index in a string or list. */
  readonly indexMethods: ReadonlySet<string>
  /** Methods that keep the elements for which their callback returns true. */
  readonly filterMethods: ReadonlySet<string>
  /** Methods that replace every occurrence of a literal string. */
  readonly replaceAllMethods: ReadonlySet<string>
  /** True if a parsed URL's host includes the brackets of an IPv6 address: `[::1]`. */
  readonly hostsKeepBrackets?: true
  /** Reports whether deserialized input never has an attribute with this name. */
  isPrivateAttribute(name: string): boolean
}

/** How functions are called in the language. */
export interface CallSemantics {
  /** True if an unknown function that receives a single function returns it or a wrapper of it, as decorators do. */
  readonly unknownCallsWrap: boolean
  /**
   * True if request handlers receive each argument as a parameter. Otherwise they receive one object with all
   * arguments.
   */
  readonly handlersGetArguments: boolean
  /** Functions, by name, that throw unless the string is harmless, with the taint kinds that each clears. */
  readonly throwingConversions: ReadonlyMap<string, TaintMask>
  /** Path methods that throw unless the path is inside the folder passed to them. */
  readonly containmentMethods: ReadonlySet<string>
  /** Returns the keyword names that are equivalent to an argument position. */
  parameterNames(callee: string, argument: SinkModel['argument']): readonly string[]
}

/** How regular expressions work in the language. */
export interface PatternSemantics {
  readonly syntax: PatternSyntax
  /** Methods by name. */
  readonly methods: ReadonlyMap<string, PatternMethod>
  /** Qualified names of functions that take the pattern first and the string second. */
  readonly functions: ReadonlyMap<string, MatchExtent>
  /** Constants for flags, with the flags in ECMA-262 notation. Absent if flags are strings. */
  readonly flagConstants?: ReadonlyMap<string, string>
}

export interface LanguageModels {
  readonly sinks?: readonly SinkModel[]
  readonly commandLine?: readonly CommandLineModel[]
}
