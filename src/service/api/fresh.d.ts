declare module 'fresh' {
  /** Reports whether the cached response in a conditional request is still fresh, given these response headers. */
  export default function fresh(
    request: Readonly<Record<string, string | undefined>>,
    answer: Readonly<Record<string, string | undefined>>,
  ): boolean
}
