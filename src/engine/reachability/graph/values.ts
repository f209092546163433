import { FlowGraph } from './flow-graph.ts'

/**
 * Flow of values between places. A place has three variables: the bits of its value, the bits that calls of its value
 * pass as arguments, and the bits that such calls return.
 */
export class Values {
  readonly flow = new FlowGraph()

  /** Adds places. Returns the first one. */
  add(count: number): number {
    return this.flow.add(count * 3) / 3
  }

  /** The value at `from` may be the value at `to`. */
  link(from: number, to: number): void {
    if (from === to) return
    this.flow.edge(from * 3, to * 3)
    this.flow.edge(to * 3 + 1, from * 3 + 1)
    this.flow.edge(from * 3 + 2, to * 3 + 2)
  }

  /** `to` may hold objects of `from`, but is another value. */
  objects(from: number, to: number, mask = -1): void {
    this.flow.edge(from * 3, to * 3, mask)
  }

  /** The value at `to` is fetched from the object at `from` under an unknown key. */
  fetch(from: number, to: number): void {
    this.flow.fetchEdge(from * 3, to * 3)
  }

  /** The value at `argument` is passed to a call of the value at `callee`. */
  pass(argument: number, callee: number): void {
    this.flow.edge(argument * 3, callee * 3 + 1)
  }

  /** A call of the value at `callee` returns the value at `result`. */
  returned(callee: number, result: number): void {
    this.flow.edge(callee * 3 + 2, result * 3)
  }

  /** The value at `closure` is a function with this parameter. */
  parameter(closure: number, parameter: number): void {
    this.flow.edge(closure * 3 + 1, parameter * 3)
  }

  /** The value at `closure` is a function that returns the value at `result`. */
  returns(closure: number, result: number): void {
    this.flow.edge(result * 3, closure * 3 + 2)
  }

  mark(place: number, bits: number): void {
    this.flow.mark(place * 3, bits)
  }

  bitsOf(place: number): number {
    return this.flow.bitsOf(place * 3)
  }

  watch(place: number, run: () => void): void {
    this.flow.watch(place * 3, run)
  }
}
