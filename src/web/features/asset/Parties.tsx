import { assetsResource, fieldByName, type ResourceRow, siblingField } from "#domain";
import { textOf } from "../../format/textOf";
import { EntityLink } from "../table/EntityLink";
import { assetParties } from "./assetFacts";

/** Who stands behind an asset, as far as it is known. */
export const Parties = ({ asset }: { asset: ResourceRow }) => (
  <dl className="-mt-2 mb-4 flex flex-wrap gap-x-6 gap-y-1 text-md">
    {assetParties.flatMap((name) => {
      const field = fieldByName(assetsResource, name);
      const reference = field?.refersTo;
      if (!field || !reference || textOf(asset[name]) === null) return [];
      const slugField = siblingField(assetsResource, name, "slug");
      const slug = slugField === undefined ? null : textOf(asset[slugField.name]);
      return [
        <div key={name} className="flex gap-1.5">
          <dt className="text-faint">{field.label}</dt>
          <dd className="font-medium">
            <EntityLink kind={reference.entity} slug={slug}>
              {textOf(asset[name])}
            </EntityLink>
          </dd>
        </div>,
      ];
    })}
  </dl>
);
