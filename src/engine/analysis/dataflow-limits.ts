/**
 * Limits for the analysis of one file or one value. The version of stored file results includes every value of this
 * object.
 */
export const dataflowLimits = {
  /** Maximum number of properties read from one object. */
  maxProperties: 2_000,
  /** Maximum depth of nested spreads in schemas and registrations. */
  maxSpreads: 5,
  /** Maximum number of definitions considered for one value. */
  maxDefinitions: 60,
  /** Maximum depth of nested calls and objects in a schema. */
  maxSchemaDepth: 120,
  /** Maximum nesting depth of a type hint. */
  maxTypeDepth: 12,
  /** Maximum number of parts in a type hint. */
  maxTypeParts: 1_000,
  /** Maximum number of parts in one schema. The largest real one has about 2,000. */
  maxSchemaParts: 10_000,
  /** Maximum number of parts in all schemas of a project. */
  maxTotalSchemaParts: 500_000,
  /** Maximum number of values visited to find one callback or one request name. */
  maxCallbackSteps: 200,
  /** Maximum number of constants that make up a tool's text. */
  maxTextParts: 500,
  /** Maximum length of a tool text that is built from constants. */
  maxTextCharacters: 20_000,
  /** Maximum number of argument lists that may start one program. */
  maxArgumentLists: 60,
  /** Maximum number of arguments in one list. Real lists have up to 60. */
  maxListedArguments: 300,
  /** Maximum number of values visited for one program's argument lists. */
  maxListSteps: 3_000,
  /** Maximum length of a regular expression in a sanitizer. */
  maxPatternCharacters: 2_000,
  /** Maximum depth of nested groups in a sanitizer's regular expression. */
  maxPatternDepth: 24,
  /** Maximum nesting depth to which a sanitizer condition is decomposed. */
  maxConditionDepth: 40,
  /** Maximum depth of calls into project functions followed by the sanitizer analysis. */
  maxValidatorDepth: 4,
  /** Maximum number of steps from a value back to the values from which it is derived. */
  maxDerivationDepth: 8,
  /** Maximum number of operands and items considered for one node. */
  maxOperands: 500,
  /** Maximum number of functions whose source text is searched for checks. */
  maxMarkedFunctions: 60,
  /** Maximum number of regions around one use of a value. */
  maxEnclosingRegions: 500,
  /** Maximum number of steps to evaluate one sanitizer. Typical ones take a few hundred. */
  maxJudgementSteps: 10_000,
  /** Maximum number of tools, resources, and prompts in a project. */
  maxTools: 5_000,
  /** Maximum number of parameters per tool, resource, or prompt. */
  maxToolParameters: 200,
  /** Maximum number of taint sources in a project. */
  maxTaintSources: 50_000,
  /**
   * Maximum syntax nesting in a frontend. Handwritten code has up to 60 levels and bundles up to 300. Chains of
   * operators, members, and calls count once. Each level takes about 1 KiB of stack.
   */
  maxSyntaxDepth: 1_000,
  /** Maximum number of characters stored for a literal. */
  maxLiteralCharacters: 20_000,
  /** Maximum number of characters stored for a type annotation. */
  maxTypeCharacters: 300,
  /**
   * Number of nodes that a file may have in addition to one per character. Real code has one node per 16 characters.
   */
  maxSpareNodes: 200_000,
  /** Maximum number of variable values that one file carries to control-flow joins. A bundle of 10 MB has 300,000. */
  maxCarriedValues: 4_000_000,
} as const
