declare module 'fresh' {
  /** True when a conditional request's reader has what these headers of an answer name. */
  export default function fresh(
    request: Readonly<Record<string, string | undefined>>,
    answer: Readonly<Record<string, string | undefined>>,
  ): boolean
}
