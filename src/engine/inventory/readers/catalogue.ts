import type { ManifestReader } from '../manifest-reader.ts'
import { condaEnvironment } from './conda/conda-environment.ts'
import { condaLock } from './conda/conda-lock.ts'
import { conanLock } from './cpp/conan-lock.ts'
import { vcpkgJson } from './cpp/vcpkg-json.ts'
import { pubspecLock } from './dart/pubspec-lock.ts'
import { pubspec } from './dart/pubspec.ts'
import { dotnetDepsJson } from './dotnet/dotnet-deps-json.ts'
import { msbuildProject } from './dotnet/msbuild-project.ts'
import { nugetPackagesConfig } from './dotnet/nuget-packages-config.ts'
import { nugetPackagesLock } from './dotnet/nuget-packages-lock.ts'
import { nugetProjectAssets } from './dotnet/nuget-project-assets.ts'
import { paketLock } from './dotnet/paket-lock.ts'
import { mixLock } from './elixir/mix-lock.ts'
import { rebarLock } from './elixir/rebar-lock.ts'
import { githubActions } from './github/github-actions.ts'
import { goMod } from './go/go-mod.ts'
import { cabalFreeze } from './haskell/cabal-freeze.ts'
import { stackLock } from './haskell/stack-lock.ts'
import { gradleBuild } from './java/gradle-build.ts'
import { gradleCatalog } from './java/gradle-catalog.ts'
import { gradleLockfile } from './java/gradle-lockfile.ts'
import { gradleVerification } from './java/gradle-verification.ts'
import { pom } from './java/pom.ts'
import { bunLock } from './javascript/bun-lock.ts'
import { denoJson } from './javascript/deno-json.ts'
import { denoLock } from './javascript/deno-lock.ts'
import { packageJson } from './javascript/package-json.ts'
import { packageLock } from './javascript/package-lock.ts'
import { pnpmLock } from './javascript/pnpm-lock.ts'
import { yarnLock } from './javascript/yarn-lock.ts'
import { clientConfiguration } from './mcp/client-configuration.ts'
import { containerLaunches } from './mcp/container-launches.ts'
import { serverManifest } from './mcp/server-manifest.ts'
import { cpanfileSnapshot } from './perl/cpanfile-snapshot.ts'
import { composerJson } from './php/composer-json.ts'
import { composerLock } from './php/composer-lock.ts'
import { distInfo } from './python/dist-info.ts'
import { pdmLock } from './python/pdm-lock.ts'
import { pipfileLock } from './python/pipfile-lock.ts'
import { pipfile } from './python/pipfile.ts'
import { poetryLock } from './python/poetry-lock.ts'
import { pylock } from './python/pylock.ts'
import { pyproject } from './python/pyproject.ts'
import { requirements } from './python/requirements.ts'
import { scriptLock } from './python/script-lock.ts'
import { scriptMetadata } from './python/script-metadata.ts'
import { setupCfg } from './python/setup-cfg.ts'
import { uvLock } from './python/uv-lock.ts'
import { renvLock } from './r/renv-lock.ts'
import { gemfileLock } from './ruby/gemfile-lock.ts'
import { gemfile } from './ruby/gemfile.ts'
import { gemspec } from './ruby/gemspec.ts'
import { cargoLock } from './rust/cargo-lock.ts'
import { cargoToml } from './rust/cargo-toml.ts'
import { cyclonedx } from './sbom/cyclonedx.ts'
import { spdx } from './sbom/spdx.ts'
import { cartfileResolved } from './swift/cartfile-resolved.ts'
import { packageResolved } from './swift/package-resolved.ts'
import { podfileLock } from './swift/podfile-lock.ts'
import { apkInstalled } from './system/apk-installed.ts'
import { dpkgStatus } from './system/dpkg-status.ts'

/** All package formats, sorted by ID. To support a new format, add a file and an entry here. */
export const manifestReaders: readonly ManifestReader[] = [
  apkInstalled,
  bunLock,
  cabalFreeze,
  cargoLock,
  cargoToml,
  cartfileResolved,
  clientConfiguration,
  composerJson,
  composerLock,
  conanLock,
  condaEnvironment,
  condaLock,
  containerLaunches,
  cpanfileSnapshot,
  cyclonedx,
  denoJson,
  denoLock,
  distInfo,
  dotnetDepsJson,
  dpkgStatus,
  gemfile,
  gemfileLock,
  gemspec,
  githubActions,
  goMod,
  gradleBuild,
  gradleCatalog,
  gradleLockfile,
  gradleVerification,
  mixLock,
  msbuildProject,
  nugetPackagesConfig,
  nugetPackagesLock,
  nugetProjectAssets,
  packageJson,
  packageLock,
  packageResolved,
  paketLock,
  pdmLock,
  pipfile,
  pipfileLock,
  pnpmLock,
  podfileLock,
  poetryLock,
  pom,
  pubspec,
  pubspecLock,
  pylock,
  pyproject,
  rebarLock,
  renvLock,
  requirements,
  scriptLock,
  scriptMetadata,
  serverManifest,
  setupCfg,
  spdx,
  stackLock,
  uvLock,
  vcpkgJson,
  yarnLock,
]
