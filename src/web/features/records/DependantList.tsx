import { type Dependants, recordPath, recordTypeOf } from "#domain/records";
import { pageLink } from "../shell/followPageLinks";

/** Dependants of a record by kind. */
export const DependantList = ({ dependants }: { dependants: readonly Dependants[] }) => (
  <ul className="flex flex-col gap-3">
    {dependants.map(({ type: name, count, records }) => {
      const type = recordTypeOf(name);
      const left = count - records.length;
      return (
        <li key={name}>
          <p className="text-muted text-sm">
            {type.label} ({count.toLocaleString("en-US")})
          </p>
          <ul className="mt-1 flex flex-col gap-1 text-md">
            {records.map(({ id, label }) => (
              <li key={id} className="break-words">
                <a href={recordPath(type, id) ?? type.path} className={pageLink}>
                  {label}
                </a>
              </li>
            ))}
            {left > 0 && <li className="text-faint text-sm">and {left.toLocaleString("en-US")} more</li>}
          </ul>
        </li>
      );
    })}
  </ul>
);
