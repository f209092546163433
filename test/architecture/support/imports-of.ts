import { parseSync } from 'oxc-parser'

/** An import or a re-export of a module. */
export interface Import {
  readonly specifier: string
  readonly kind: 'value' | 'type' | 'dynamic'
}

/** Returns the imports of a TypeScript module. Type-only imports have the kind `type`. */
export function importsOf(text: string): Import[] {
  const { module } = parseSync('module.ts', text)
  const ofEntries = (specifier: string, areTypes: readonly boolean[]): Import => ({
    specifier,
    kind: areTypes.length > 0 && areTypes.every(Boolean) ? 'type' : 'value',
  })
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      ofEntries(
        moduleRequest.value,
        entries.map(({ isType }) => isType),
      ),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      [...Map.groupBy(entries, ({ moduleRequest }) => moduleRequest?.value)].flatMap(([specifier, ofModule]) =>
        specifier === undefined
          ? []
          : [
              ofEntries(
                specifier,
                ofModule.map(({ isType }) => isType),
              ),
            ],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }): Import[] => {
      const specifier = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(start, end))?.[2]
      return specifier === undefined ? [] : [{ specifier, kind: 'dynamic' }]
    }),
  ]
}
