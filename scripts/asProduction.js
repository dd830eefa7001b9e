/**
 * Runs work with NODE_ENV=production. A build is always a production build, even from a test or a development server.
 */
export async function asProduction(work) {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  try {
    return await work();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}
