/** How a reference to an image says which one it means. */
export interface ImageReference {
  readonly name: string
  readonly tag: string | undefined
  readonly digest: boolean
}

/** Reads `registry.example:5000/name:tag@sha256:…`; undefined for what is decided elsewhere, such as a variable. */
export function imageReference(text: string): ImageReference | undefined {
  const [, name, tag, digest] =
    /^([a-z0-9][\w./-]*(?::\d+\/[\w./-]+)?)(?::([\w][\w.-]*))?(@sha(?:256|512):[0-9a-f]{32,})?$/i.exec(
      text.slice(0, 500),
    ) ?? []
  return name === undefined ? undefined : { name, tag, digest: digest !== undefined }
}

/** Tags that go from release to release by their very meaning, also before a flavour: `latest-alpine`. */
const movingTag = new RegExp(
  String.raw`^(?:latest|lts|stable|mainline|main|master|edge|nightly|dev|develop|rolling|current|canary|next|` +
    String.raw`head|snapshot|unstable)(?:-|$)`,
  'i',
)

/**
 * What makes a reference one that means another image tomorrow: no tag, or one such as `latest`; undefined for any
 * other.
 */
export function movingPart({ tag, digest }: ImageReference): string | undefined {
  if (digest) return undefined
  if (tag === undefined) return 'no tag, which means `latest`'
  return movingTag.test(tag) ? `the tag \`${tag}\`` : undefined
}
