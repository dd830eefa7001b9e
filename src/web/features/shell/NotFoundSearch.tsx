import clsx from "clsx";
import { Search } from "lucide-react";
import { Button } from "../../ui/controls/Button";
import { Form, fieldClass } from "../../ui/forms/Form";

/** Search form of the not-found page. A native form that works without scripts. */
export const NotFoundSearch = ({ words = "" }: { words?: string }) => (
  <search className="mt-4 block text-start">
    <Form plain method="get" action="/tokens" className="flex items-end gap-2">
      <label className="min-w-0 flex-1">
        <span className="sr-only">Search assets and tokens</span>
        <input
          type="search"
          name="q"
          required
          maxLength={200}
          defaultValue={words}
          autoComplete="off"
          placeholder="Search assets and tokens"
          className={clsx(fieldClass, "h-control-md w-full px-3")}
        />
      </label>
      <Button type="submit">
        <Search aria-hidden="true" className="size-4" />
        Search
      </Button>
    </Form>
  </search>
);
