#!/usr/bin/env bash
# Makes the disk image, signed and notarised where the machine has what that takes:
#
#   packaging/macos/dmg.sh dist/Yomi.app dist/Yomi-1.2.3-arm64.dmg
#
# SIGN_IDENTITY   "Developer ID Application: NAME (TEAM)", a certificate in the keychain; without it, the app is
#                 signed ad hoc: it starts on this Mac, and others must allow it in Privacy & Security
# NOTARY_PROFILE  a profile stored with `xcrun notarytool store-credentials`; without it, nothing is notarised
set -euo pipefail

[ $# -eq 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
app=$1 image=$2
here=$(cd "$(dirname "$0")" && pwd)
identity=${SIGN_IDENTITY:--}

sign() {
    if [ "$identity" = - ]; then
        codesign --force --sign - "$@"
    else
        codesign --force --timestamp --options runtime --entitlements "$here/entitlements.plist" \
            --sign "$identity" "$@"
    fi
}

# From the inside out: a signature covers those below it. Only files; links lead to files that are signed.
find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' -o -perm -u+x \) -print0 |
    while IFS= read -r -d '' file; do
        if file -b "$file" | grep -q '^Mach-O'; then sign "$file"; fi
    done
sign "$app"
codesign --verify --deep --strict "$app"

staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
ditto "$app" "$staging/Yomi.app"
ln -s /Applications "$staging/Applications"
rm -f "$image"
hdiutil create -volname Yomi -srcfolder "$staging" -format ULFO -fs APFS "$image"

if [ "$identity" = - ]; then
    echo "dmg.sh: SIGN_IDENTITY is not set: signed ad hoc, not notarised" >&2
    exit 0
fi
codesign --timestamp --sign "$identity" "$image"
if [ -z "${NOTARY_PROFILE:-}" ]; then
    echo "dmg.sh: NOTARY_PROFILE is not set: not notarised" >&2
    exit 0
fi
xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
# The ticket goes into the image, so that a Mac without network can check it.
xcrun stapler staple "$image"
spctl --assess --type open --context context:primary-signature "$image"
