/** The part of Trusted Types that TypeScript's DOM types lack. Not every browser has them. */
interface Window {
  trustedTypes?: {
    // A trusted address is an object of the browser; what takes it is declared to take a string.
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string },
    ): {
      createScriptURL(address: string): string
    }
  }
}
