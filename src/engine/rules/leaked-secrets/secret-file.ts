import { isDevelopmentFile } from '../../inventory/project/development-folders.ts'

/** Files that contain no text: images, audio, fonts, archives, documents, and models. Archives are not unpacked. */
const noText = new RegExp(
  String.raw`\.(?:png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|psd|heic|mp[34]|m4[av]|mov|avi|mkv|webm|ogg|opus|` +
    String.raw`wav|flac|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|zst|br|7z|rar|jar|war|whl|egg|pdf|docx?|xlsx?|` +
    String.raw`pptx?|onnx|safetensors|gguf|parquet|npy|npz)$`,
  'i',
)

/**
 * Files with random-looking values that are not secret: lockfiles with hashes, source maps, drawings, and snapshots.
 */
const noGenericSecret = new RegExp(
  String.raw`(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|[^/]*[.-]lock(?:file)?|` +
    String.raw`[^/]*[.-]lock\.(?:json|ya?ml)|packages\.lock\.json|project\.assets\.json|go\.sum|` +
    String.raw`[^/]*\.(?:map|svg|snap|ipynb|deps\.json|min\.js|min\.css|po|pot|xlf|har|tsbuildinfo)|` +
    String.raw`\.yarn\/(?:releases|plugins)\/.{1,200})$`,
  'i',
)

/** File names of tests, examples, templates, and documentation. */
const asideName = new RegExp(
  String.raw`(?:^|[._-])(?:test|tests|spec|mock|mocks|fixture|fixtures|example|examples|sample|samples|` +
    String.raw`template|dist|demo|dummy|fake|stub)\.[^/]+$|^test_[^/]*$|^conftest\.py$|` +
    String.raw`\.(?:example|sample|template|tmpl|dist|md|mdx|markdown|rst|adoc)$|` +
    String.raw`^(?:readme|changelog|contributing)`,
  'i',
)
const asideFolder = new RegExp(
  String.raw`^(?:templates?|boilerplates?|test-?data|test-?cases|testing|specs?|e2e|__mocks__|mocks?|` +
    String.raw`__snapshots__|demos?|stubs?|tutorials?|testutils?|test_.*|.*_tests?)$`,
  'i',
)

/** Reports whether a file may contain text with secrets, based on its name. */
export function mayHoldSecrets(path: string): boolean {
  return !noText.test(path)
}

/**
 * Compiled libraries and files of a system's packages. libgnutls and libssh contain private keys for their self-tests.
 */
const systemFile = new RegExp(
  String.raw`\.(?:so(?:\.\d+){0,4}|dylib|dll|a|mgc)$|` +
    String.raw`(?:^|\/)usr\/(?:s?bin|lib(?:64|exec)?|share\/(?:misc|doc|man))\/(?!python|node_modules)`,
  'i',
)

/** Reports whether a file is a compiled library or belongs to a system package, based on its name. */
export function isSystemFile(path: string): boolean {
  return systemFile.test(path)
}

/** Reports whether generic rules apply to a file, based on its name. */
export function mayHoldGenericSecrets(path: string): boolean {
  return !noGenericSecret.test(path)
}

/**
 * Reports whether a file is a test, an example, documentation, or a template. Most credentials in these are not real.
 */
export function isAside(path: string, text: Buffer): boolean {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  return (
    isDevelopmentFile(path) ||
    asideName.test(name) ||
    folders.some((folder) => asideFolder.test(folder)) ||
    isApiDescription(text)
  )
}

const apiDescription = new RegExp(
  String.raw`^\s{0,40}(?:["']?(?:openapi|swagger)["']?\s{0,9}:|\{\s{0,9}"(?:openapi|swagger)"\s{0,9}:)|` +
    String.raw`"_postman_id"\s{0,9}:`,
  'm',
)

/** Reports whether a text is an API description (OpenAPI, Swagger, Postman), whose values are examples. */
function isApiDescription(text: Buffer): boolean {
  return apiDescription.test(text.toString('latin1', 0, looksAtBytes))
}

/** Number of bytes that are searched for a zero byte, which marks a binary file. Git uses the same number. */
const looksAtBytes = 8_000

/**
 * Returns the bytes to search, in an encoding that extends ASCII, and whether the file is binary. Converts UTF-16 to
 * UTF-8.
 */
export function searchableText(content: Buffer): { readonly text: Buffer; readonly binary: boolean } {
  if (content[0] === 0xff && content[1] === 0xfe)
    return { text: Buffer.from(content.toString('utf16le', 2)), binary: false }
  if (content[0] === 0xfe && content[1] === 0xff)
    return {
      text: Buffer.from(
        Buffer.from(content.subarray(2, content.length - (content.length % 2)))
          .swap16()
          .toString('utf16le'),
      ),
      binary: false,
    }
  return { text: content, binary: content.subarray(0, looksAtBytes).includes(0) }
}
