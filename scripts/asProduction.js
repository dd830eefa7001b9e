/** Runs work as in production. A build is of what users get, whatever the process around it (a test, a server in development) is. */
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
