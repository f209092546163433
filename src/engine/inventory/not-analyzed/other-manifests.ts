import type { NotAnalyzedItem } from '../../model/not-analyzed.ts'

/**
 * Files that list software other than the project's dependencies: system packages, developer tools, and parts of
 * deployments.
 */
const otherManifests: readonly (readonly [NotAnalyzedItem['kind'], RegExp])[] = [
  [
    'system-packages',
    /(?:^|\/)(?:flake\.(?:nix|lock)|Brewfile(?:\.lock\.json)?|apt\.txt|Aptfile|snapcraft\.yaml|devbox\.lock)$/,
  ],
  ['system-packages', /(?:^|\/)(?:var\/lib|usr\/lib\/sysimage|usr\/share)\/rpm\/(?:rpmdb\.sqlite|Packages(?:\.db)?)$/],
  [
    'system-packages',
    /(?:^|\/)(?:usr\/lib\/opkg\/status|var\/lib\/chisel\/manifest\.wall|etc\/cos-package-info\.json)$/,
  ],
  ['system-packages', /(?:^|\/)(?:APKBUILD|PKGBUILD|meta\/snap\.yaml|Portfile|\.spack\/spec\.json)$/],
  ['system-packages', /(?:^|\/)Cellar\/[^/]+\/[^/]+\/INSTALL_RECEIPT\.json$|(?:^|\/)flatpak\/app\/.+\.metainfo\.xml$/],
  ['system-packages', /(?:^|\/)var\/(?:lib\/pacman\/local\/[^/]+\/desc|db\/pkg\/[^/]+\/[^/]+\/PF)$/],
  ['system-packages', /(?:^|\/)(?:etc|usr\/lib)\/os-release$/],
  ['submodule', /(?:^|\/)\.gitmodules$/],
  [
    'build-tools',
    /(?:^|\/)(?:\.(?:node|python|ruby|java|bazel)-?version|\.nvmrc|\.tool-versions|\.?mise(?:\.[\w-]+)?\.(?:toml|lock)|rust-toolchain(?:\.toml)?|global\.json)$/,
  ],
  ['build-tools', /(?:^|\/)\.pre-commit(?:-config)?\.ya?ml$/],
  ['build-tools', /(?:^|\/)\.?devcontainer(?:-lock)?\.json$/],
  ['build-tools', /(?:^|\/)(?:\.mvn\/extensions\.xml|project\/(?:plugins\.sbt|build\.properties)|Appraisals)$/],
  ['build-tools', /(?:^|\/)(?:dotnet-tools\.json|gradle-wrapper\.properties|maven-wrapper\.properties)$/],
  ['infrastructure', /(?:^|\/)(?:Chart\.(?:ya?ml|lock)|requirements\.ya?ml|\.terraform\.lock\.hcl|kcl\.mod\.lock)$/],
  ['infrastructure', /(?:^|\/)(?:Berksfile|Puppetfile)(?:\.lock)?$/],
  ['infrastructure', /\.(?:tf|tofu)$/],
]

/** Classifies one of these files by its path. Returns undefined for all other files. */
export function kindOfManifest(path: string): NotAnalyzedItem['kind'] | undefined {
  return otherManifests.find(([, name]) => name.test(path))?.[0]
}
