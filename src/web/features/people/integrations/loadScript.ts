const loading = new Map<string, Promise<void>>();

/**
 * Loads a script once.
 *
 * @param crossOrigin requests without cookies; only for hosts that allow any origin
 * @throws if it cannot be loaded, for example because it is blocked
 */
export function loadScript(
  address: string,
  { crossOrigin = null }: { crossOrigin?: "anonymous" | null } = {},
): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), {
      src: address,
      async: true,
      crossOrigin,
      onload: () => resolve(),
      onerror: () => reject(new Error(`${address} could not be loaded`)),
    });
    document.head.append(script);
  });
  loading.set(address, loaded);
  return loaded;
}
