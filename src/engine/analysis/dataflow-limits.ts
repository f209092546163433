/**
 * Limits of the analysis of one file or one value. The version of stored file results includes every value of this
 * object.
 */
export const dataflowLimits = {
  /** Properties read from one object. */
  maxProperties: 2_000,
  /** Nested spreads of schemas and registrations. */
  maxSpreads: 5,
  /** Definitions considered for one value. */
  maxDefinitions: 60,
  /** Nested calls and objects of a schema. */
  maxSchemaDepth: 120,
  /** Nesting of a type hint. */
  maxTypeDepth: 12,
  /** Parts of a type hint. */
  maxTypeParts: 1_000,
  /** Parts of one schema. The largest real one has about 2,000. */
  maxSchemaParts: 10_000,
  /** Parts of all schemas of a project. */
  maxTotalSchemaParts: 500_000,
  /** Values visited for one callback or for the name of one request. */
  maxCallbackSteps: 200,
  /** Constants that the text of one tool consists of. */
  maxTextParts: 500,
  /** Length of the text of one tool that consists of constants. */
  maxTextCharacters: 20_000,
  /** Argument lists that may start one program. */
  maxArgumentLists: 60,
  /** Arguments in one list. Real lists have up to 60. */
  maxListedArguments: 300,
  /** Values visited for the argument lists of one program. */
  maxListSteps: 3_000,
  /** Length of a regular expression in a sanitizer. */
  maxPatternCharacters: 2_000,
  /** Nested groups of a regular expression in a sanitizer. */
  maxPatternDepth: 24,
  /** Nesting up to which one condition of a sanitizer is decomposed. */
  maxConditionDepth: 40,
  /** Calls into project functions that the analysis of a sanitizer follows. */
  maxValidatorDepth: 4,
  /** Steps from a value back to the values that it is derived from. */
  maxDerivationDepth: 8,
  /** Operands and items considered for one node. */
  maxOperands: 500,
  /** Functions whose text is searched for checks. */
  maxMarkedFunctions: 60,
  /** Regions around one use of a value. */
  maxEnclosingRegions: 500,
  /** Steps to evaluate one sanitizer. Typical ones take a few hundred. */
  maxJudgementSteps: 10_000,
  /** Tools, resources, and prompts of one project. */
  maxTools: 5_000,
  /** Parameters of one tool, resource, or prompt. */
  maxToolParameters: 200,
  /** Taint sources of one project: values from untrusted input. */
  maxTaintSources: 50_000,
  /**
   * Syntax nesting in a frontend. Handwritten code has up to 60 levels and bundles up to 300. Chains of operators,
   * members, and calls count once. Each level takes about 1 KiB of stack.
   */
  maxSyntaxDepth: 1_000,
  /** Characters kept of a literal. */
  maxLiteralCharacters: 20_000,
  /** Characters kept of a type annotation. */
  maxTypeCharacters: 300,
  /** Nodes of one file in addition to one per character. Real code has one node per 16 characters. */
  maxSpareNodes: 200_000,
  /** Variable values that one file carries to control-flow joins. A bundle of 10 MB has 300,000. */
  maxCarriedValues: 4_000_000,
} as const
