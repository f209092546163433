import type { LanguageSemantics } from '../../../../src/engine/analysis/language-semantics.ts'
import { allKinds } from '../../../../src/engine/analysis/taint-kind.ts'
import { standardSyntax } from '../../../../src/engine/analysis/taint/sanitizers/patterns/pattern-syntax.ts'

/** The invented language Plain: one source (`input.next`), one sink (`shell.run`), one sanitizer (`number.check`). */
export const plainSemantics: LanguageSemantics = {
  languages: ['plain'],
  libraries: 'plain',
  files: {
    extensions: new Map([['plain', 'plain']]),
    languageOf: new Map([['plain', 'plain']]),
    declaring: new Set(),
    dialectByInterpreter: () => undefined,
  },
  values: {
    iterationYieldsKeys: false,
    emptyContainersAreFalsy: false,
    attributesAreNotElements: true,
    operatorsBuildText: false,
    checksAnnotations: false,
    checksSchemaFormats: false,
    hasDocstrings: false,
    indexMethods: new Set(),
    filterMethods: new Set(),
    replaceAllMethods: new Set(),
    isPrivateAttribute: () => false,
  },
  calls: {
    unknownCallsWrap: false,
    handlersGetArguments: true,
    throwingConversions: new Map([['number.check', allKinds]]),
    containmentMethods: new Set(),
    parameterNames: () => [],
  },
  patterns: { syntax: standardSyntax, methods: new Map(), functions: new Map() },
  models: {
    sinks: [
      {
        language: 'plain',
        callee: 'shell.run',
        argument: 0,
        kind: 'command',
        effect: 'runs a shell command',
        example: 'shell.run(tainted)',
      },
    ],
    commandLine: [
      {
        id: 'input',
        form: 'call',
        name: /^input\.next$/,
        functions: ['next'],
        language: 'plain',
        example: 'name = input.next()',
      },
    ],
  },
  moduleResolver: () => () => ({ path: undefined, isModule: false }),
}
