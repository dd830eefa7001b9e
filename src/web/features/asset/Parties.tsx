import type { ResourceRow } from "#domain/api";
import { assetsResource, fieldByName, siblingField } from "#domain/resources";
import { textOf } from "../../format/textOf";
import { EntityLink } from "../table/cells/EntityLink";
import { assetParties } from "./assetFacts";

/** The known parties of an asset. */
export const Parties = ({ asset }: { asset: ResourceRow }) => (
  <dl className="-mt-1 mb-3 flex flex-wrap gap-x-4 text-sm sm:-mt-2 sm:mb-4 sm:gap-x-6 sm:gap-y-1 sm:text-md">
    {assetParties.flatMap((name) => {
      const field = fieldByName(assetsResource, name);
      const reference = field?.refersTo;
      if (!field || !reference || textOf(asset[name]) === null) return [];
      const slugField = siblingField(assetsResource, name, "slug");
      const slug = slugField === undefined ? null : textOf(asset[slugField.name]);
      return [
        <div key={name} className="flex items-baseline gap-1.5">
          <dt className="shrink-0 text-faint">{field.label}</dt>
          <dd className="flex font-medium">
            <EntityLink kind={reference.entity} slug={slug}>
              {textOf(asset[name])}
            </EntityLink>
          </dd>
        </div>,
      ];
    })}
  </dl>
);
