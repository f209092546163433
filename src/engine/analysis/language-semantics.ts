import type { CommandLineModel } from './models/sources/command-line.ts'
import type { ModuleResolver, ModuleSettings } from './modules/module-resolution.ts'
import type { TaintMask } from './taint-kind.ts'
import type { PatternMethod, PatternSyntax, MatchExtent } from './taint/sanitizers/patterns/pattern-syntax.ts'
import type { SinkModel } from './taint/sinks/sink-model.ts'

/**
 * What the analysis asks about a language. Each front end answers in `frontends/<language>/semantics.ts`, and
 * `frontends/catalogue.ts` registers the answers. A file of a program carries its answers: read them once per file or
 * call, not once per operand.
 */
export interface LanguageSemantics {
  /** Names of the languages that the front end reads, as in `IrModule.language`. */
  readonly languages: readonly string[]
  /** The language whose library models apply, as in the field `language` of `models/`. */
  readonly libraries: string
  readonly files: LanguageFiles
  readonly values: ValueSemantics
  readonly calls: CallSemantics
  readonly patterns: PatternSemantics
  /** Models beside those in `models/`, for a front end that is registered from outside. */
  readonly models?: LanguageModels
  /**
   * Returns the files of the project that other programs import it by: those that its packages name as entry points.
   * Absent if the front end does not know them.
   */
  publicModules?(paths: readonly string[], settings: ModuleSettings): readonly string[]
  /** Returns the resolver of imports between files of this language. */
  moduleResolver(paths: readonly string[], settings: ModuleSettings): ModuleResolver
}

/** Files of a language. A dialect is one grammar of the front end. */
export interface LanguageFiles {
  /** Dialects by extension, in lower case without the dot. */
  readonly extensions: ReadonlyMap<string, string>
  /** Languages by dialect. */
  readonly languageOf: ReadonlyMap<string, string>
  /** Dialects that declare types only; the taint analysis leaves them out. */
  readonly declaring: ReadonlySet<string>
  /** Returns the dialect of a name that its last extension does not decide. */
  dialectByName?(name: string): string | undefined
  /** Returns the dialect that an interpreter line (`#!…`) names. */
  dialectByInterpreter(line: string): string | undefined
  /** Returns true for content of another format that has the same extension. */
  isForeign?(dialect: string, content: Buffer): boolean
}

/** How values of the language behave. */
export interface ValueSemantics {
  /** Iterating a mapping yields its keys; otherwise pairs of a key and a value. */
  readonly iterationYieldsKeys: boolean
  /** Empty lists and mappings are falsy. */
  readonly emptyContainersAreFalsy: boolean
  /** Attributes of a list or mapping are its methods and never its elements. */
  readonly attributesAreNotElements: boolean
  /** Operators other than concatenation can build a text or a path: `%`, `/`, `|`. */
  readonly operatorsBuildText: boolean
  /** Type annotations exist at run time, and libraries check values against them. */
  readonly checksAnnotations: boolean
  /** The usual validators of JSON Schema check `format` by default. */
  readonly checksSchemaFormats: boolean
  /** A text alone at the start of a function describes the function. */
  readonly hasDocstrings: boolean
  /** Methods that return the index of a part of a text or list. */
  readonly indexMethods: ReadonlySet<string>
  /** Methods that keep the elements for which their argument returns true. */
  readonly filterMethods: ReadonlySet<string>
  /** Methods that replace every occurrence of a literal text. */
  readonly replaceAllMethods: ReadonlySet<string>
  /** The host of a parsed URL contains the brackets of an IPv6 address: `[::1]`. */
  readonly hostsKeepBrackets?: true
  /** Returns true for attributes that deserialized input never has. */
  isPrivateAttribute(name: string): boolean
}

/** How functions of the language are called. */
export interface CallSemantics {
  /** A function of unknown code that gets one function returns it or a wrapper of it, as decorators do. */
  readonly unknownCallsWrap: boolean
  /** Request handlers get each argument as a parameter; otherwise they get one object with all arguments. */
  readonly handlersGetArguments: boolean
  /** Calls that throw for any text but harmless ones: the taint kinds that are clear after such a call, by name. */
  readonly throwingConversions: ReadonlyMap<string, TaintMask>
  /** Methods of a path that throw unless the path is inside the folder that is their argument. */
  readonly containmentMethods: ReadonlySet<string>
  /** Returns the names by which an argument at a position can also be passed. */
  parameterNames(callee: string, argument: SinkModel['argument']): readonly string[]
}

/** Regular expressions of the language. */
export interface PatternSemantics {
  readonly syntax: PatternSyntax
  /** Methods by name. */
  readonly methods: ReadonlyMap<string, PatternMethod>
  /** Functions that take the pattern first and the text second, by their name from the module. */
  readonly functions: ReadonlyMap<string, MatchExtent>
  /** Constants that stand for flags, with the flags in ECMA-262 notation. Absent if flags are texts. */
  readonly flagConstants?: ReadonlyMap<string, string>
}

export interface LanguageModels {
  readonly sinks?: readonly SinkModel[]
  readonly commandLine?: readonly CommandLineModel[]
}
