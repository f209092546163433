import type { LanguageSemantics } from '../../language-semantics.ts'
import { pythonParameterNames } from '../../models/sinks/python-names.ts'
import { allKinds, maskOf } from '../../taint-kind.ts'
import { publicPackages, pythonModules } from './python-modules.ts'

export const pythonSemantics: LanguageSemantics = {
  languages: ['python'],
  libraries: 'python',
  files: {
    extensions: new Map([
      ['py', 'py'],
      ['pyw', 'py'],
      ['pyi', 'pyi'],
    ]),
    languageOf: new Map([
      ['py', 'python'],
      ['pyi', 'python'],
    ]),
    declaring: new Set(['pyi']),
    dialectByInterpreter: (line) => (/\bpython[\d.]*\b/.test(line) ? 'py' : undefined),
  },
  values: {
    iterationYieldsKeys: true,
    emptyContainersAreFalsy: true,
    attributesAreNotElements: true,
    operatorsBuildText: true,
    checksAnnotations: true,
    checksSchemaFormats: false,
    hasDocstrings: true,
    indexMethods: new Set(['find', 'indexOf', 'lastIndexOf']),
    filterMethods: new Set(),
    replaceAllMethods: new Set(['replace', 'replaceAll']),
    isPrivateAttribute: (name) => name.startsWith('_') && !name.startsWith('__'),
  },
  calls: {
    unknownCallsWrap: true,
    handlersGetArguments: true,
    // `UUID` accepts dashes at any position, including the start (uuid.py: `hex.replace('-', '')`), so a program may
    // interpret the value as an option. `fromisoformat` accepts any character between the date and the time.
    throwingConversions: new Map([
      ['int', allKinds],
      ['float', allKinds],
      ['uuid.UUID', allKinds & ~maskOf('argument')],
      ['datetime.date.fromisoformat', allKinds],
      ['datetime.datetime.fromisoformat', allKinds & ~maskOf('query', 'html')],
    ]),
    containmentMethods: new Set(['relative_to']),
    parameterNames: pythonParameterNames,
  },
  patterns: {
    syntax: {
      dollarPrecedesLineBreak: true,
      hasEdgeEscapes: true,
      classesExceedAscii: true,
      allowsMissingMinimum: true,
      bracketMayStartSet: true,
    },
    methods: new Map([
      ['match', { extent: 'start', isOfPattern: true }],
      ['fullmatch', { extent: 'whole', isOfPattern: true }],
      ['search', { extent: 'anywhere', isOfPattern: true }],
    ]),
    functions: new Map(
      ['re', 'regex'].flatMap((module) => [
        [`${module}.match`, 'start'],
        [`${module}.fullmatch`, 'whole'],
        [`${module}.search`, 'anywhere'],
      ]),
    ),
    // Only flags that do not change the meaning of anchors.
    flagConstants: new Map([
      ['re.I', 'i'],
      ['re.IGNORECASE', 'i'],
      ['re.A', ''],
      ['re.ASCII', ''],
      ['re.U', ''],
      ['re.UNICODE', ''],
    ]),
  },
  publicModules: (paths) => publicPackages(paths),
  moduleResolver: (paths) => pythonModules(paths),
}
