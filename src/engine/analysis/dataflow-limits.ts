/**
 * Limits that decide the analysis of one file or one value. The version of stored file results includes every value of
 * this object.
 */
export const dataflowLimits = {
  /** Properties that are read of one object. */
  maxProperties: 2_000,
  /** Nested spreads of schemas and registrations. */
  maxSpreads: 5,
  /** Definitions of one value that are considered. */
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
  /** Values to look at for one callback or for the name of one request. */
  maxCallbackSteps: 200,
  /** Constants that make up the text of one tool. */
  maxTextParts: 500,
  /** Length of the text of one tool that is made up of constants. */
  maxTextCharacters: 20_000,
  /** Lists of arguments with which one program may be started. */
  maxArgumentLists: 60,
  /** Arguments in one list. Real lists have up to 60. */
  maxListedArguments: 300,
  /** Values to look at for the argument lists of one program. */
  maxListSteps: 3_000,
  /** Length of a regular expression in a sanitizer. */
  maxPatternCharacters: 2_000,
  /** Nested groups of a regular expression in a sanitizer. */
  maxPatternDepth: 24,
  /** Nesting to which one condition of a sanitizer is taken apart. */
  maxConditionDepth: 40,
  /** Calls into project functions that the analysis of a sanitizer follows. */
  maxValidatorDepth: 4,
  /** Steps back from a value to the values that it is derived from. */
  maxDerivationDepth: 8,
  /** Operands and items of one node that are considered. */
  maxOperands: 500,
  /** Functions whose text is searched for the checks that they make. */
  maxMarkedFunctions: 60,
  /** Regions around one use of a value. */
  maxEnclosingRegions: 500,
  /** Steps of judging one sanitizer. Ordinary ones take a few hundred. */
  maxJudgementSteps: 10_000,
  /** Tools, resources, and prompts of one project. */
  maxTools: 5_000,
  /** Parameters of one tool, resource, or prompt. */
  maxToolParameters: 200,
  /** Taint sources of one project: values from untrusted input. */
  maxTaintSources: 50_000,
  /**
   * Nesting of syntax in a front end. People write 60 levels and bundlers 300. Chains of operators, members, and calls
   * count once. Each level takes about 1 KiB of stack.
   */
  maxSyntaxDepth: 1_000,
  /** Characters of a literal that are kept. */
  maxLiteralCharacters: 20_000,
  /** Characters of the text of a type that are kept. */
  maxTypeCharacters: 300,
  /** Nodes of one file beyond one for each character. Real code needs a sixteenth of a node for each character. */
  maxSpareNodes: 200_000,
  /** Values of variables that one file carries to where control flow joins. A bundle of 10 MB has 300,000. */
  maxCarriedValues: 4_000_000,
} as const
