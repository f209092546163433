/** Disposes several resources in reverse order. Needed because Node 22 has no DisposableStack. */
export class Disposables implements Disposable {
  readonly #parts: Disposable[] = []

  use(part: Disposable): void {
    this.#parts.push(part)
  }

  [Symbol.dispose](): void {
    for (let part = this.#parts.pop(); part !== undefined; part = this.#parts.pop()) part[Symbol.dispose]()
  }
}

/** Disposes a resource, unless `isKept` is set. */
export class Owned implements AsyncDisposable {
  readonly #thing: AsyncDisposable
  isKept = false

  constructor(thing: AsyncDisposable) {
    this.#thing = thing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.isKept) await this.#thing[Symbol.asyncDispose]()
  }
}
