import type { OfferedTool } from '../sources/taint-source.ts'
import type { Program } from '../../program/program.ts'

/** Finds the tools for which a region runs, in a function that serves several tools and compares their names. */
export class ToolsByRegion {
  readonly #program: Program
  /** For each region, the tools whose name its condition requires. `#excluded` holds the tools that it rules out. */
  readonly #asked = new Map<number, Set<OfferedTool>>()
  readonly #excluded = new Map<number, Set<OfferedTool>>()
  readonly #answers = new Map<number, ReadonlySet<OfferedTool> | undefined>()

  constructor(program: Program, tools: readonly OfferedTool[]) {
    this.#program = program
    for (const tool of tools) {
      for (const region of tool.regions) addTo(this.#asked, region, tool)
      for (const region of tool.excluded) addTo(this.#excluded, region, tool)
    }
  }

  /** Returns the tools for which a region may run. Undefined if no enclosing condition requires a tool name. */
  at(region: number): ReadonlySet<OfferedTool> | undefined {
    if (!this.#answers.has(region)) this.#answers.set(region, this.#find(region))
    return this.#answers.get(region)
  }

  /**
   * If the conditions together leave no tool, one of them compares something else with a string that is also a tool
   * name, such as `mode === 'search'`. In that case, the outer conditions apply.
   */
  #find(region: number): ReadonlySet<OfferedTool> | undefined {
    let among: ReadonlySet<OfferedTool> | undefined
    let without: ReadonlySet<OfferedTool> = new Set()
    for (let at = region; at >= 0; at = this.#program.regionParents[at] ?? -1) {
      const asked = this.#asked.get(at)
      if (asked) among = among?.intersection(asked).size ? among.intersection(asked) : asked
      const excluded = this.#excluded.get(at)
      if (excluded) without = without.union(excluded)
    }
    const left = among?.difference(without)
    return left?.size === 0 ? among : left
  }
}

function addTo(into: Map<number, Set<OfferedTool>>, region: number, tool: OfferedTool): void {
  const known = into.get(region)
  if (known) known.add(tool)
  else into.set(region, new Set([tool]))
}
