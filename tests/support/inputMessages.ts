import { z } from "zod";
import { schemaWords } from "../../src/domain/query/schemaWords";

/**
 * Test files of a process share modules, and the tRPC router configures the messages of zod for the whole process, as
 * in the server. Configured before each file, messages do not depend on the order of files.
 */
z.config({ customError: schemaWords });
