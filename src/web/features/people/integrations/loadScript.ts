const loading = new Map<string, Promise<void>>();

/** Loads a script once. @throws when it cannot be loaded, as where something blocks it */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), {
      src: address,
      async: true,
      crossOrigin: "anonymous",
      onload: () => resolve(),
      onerror: () => reject(new Error(`${address} could not be loaded`)),
    });
    document.head.append(script);
  });
  loading.set(address, loaded);
  return loaded;
}
