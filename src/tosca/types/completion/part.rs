//! One part of a value, completed without the rest of it.
//!
//! Comes in: a definition, what is given, and the steps that lead to the part. Goes out: what the same steps lead to in the
//! completed value. Invariant: functions beside the way are not called, so that parts of one value can need each other.

use std::sync::Arc;

use super::{Completer, Functions, Path, Scalars, WantedValue, function};
use crate::source::Span;
use crate::tosca::types::{DataType, Datum, Fields, Schema};

/// A definition with the layers of what is given for it.
struct Slot<'t> {
    schema: Schema<'t>,
    layers: Vec<Datum<'t>>,
}

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    /// The part of a value that `steps` lead to; none when there is none, or it is unknown. What is wrong with the
    /// value is found when it is completed as a whole.
    pub fn complete_part(
        &mut self,
        schema: &Schema<'t>,
        given: Option<Datum<'t>>,
        steps: &[Datum<'t>],
        path: &Path<'_>,
        owner: Span,
    ) -> Option<Datum<'t>> {
        let layers = schema.defaults.iter().cloned().chain(given).collect();
        let mut slot = Slot { schema: schema.clone(), layers };
        for (done, step) in steps.iter().enumerate() {
            let fields = self.fields_of(&slot.schema);
            let top = self.top(&mut slot, owner)?;
            let is_field = |name| fields.as_ref().is_some_and(|fields| fields.contains_key(name));
            if let Some(call) = function(&top).filter(|call| !is_field(call.key)) {
                let rest = &steps[done..];
                let found = self.functions.call_part(call.key, &call.value, rest, path, &mut self.faults)?;
                let schema = rest.iter().fold(slot.schema, |schema, step| self.inner_schema(&schema, step));
                let wanted = WantedValue { schema: &schema, path, scalars: Scalars::Kept };
                return self.slot(wanted, vec![found.at(top.span())], owner);
            }
            slot = self.descend(slot, top, fields.as_deref(), step, path)?;
        }
        let scalars = if steps.is_empty() { Scalars::Converted } else { Scalars::Kept };
        self.slot(WantedValue { schema: &slot.schema, path, scalars }, slot.layers, owner)
    }

    fn fields_of(&self, schema: &Schema<'t>) -> Option<Arc<Fields<'t>>> {
        match self.schemas.data_type(schema.type_name?.text()) {
            DataType::Structure(fields) => Some(fields),
            DataType::Simple(..) | DataType::Unknown => None,
        }
    }

    /// The highest layer, taken off; a structure that stands alone is made of its defaults.
    fn top(&mut self, slot: &mut Slot<'t>, owner: Span) -> Option<Datum<'t>> {
        if slot.layers.len() <= slot.schema.defaults.len() {
            slot.layers.retain(|layer| !layer.is_null());
        }
        let alone = |completer: &mut Self| {
            let name = slot.schema.type_name.filter(|_| slot.schema.is_required)?;
            completer.stands_alone(name.text()).then(|| Datum::map(Vec::new(), owner))
        };
        slot.layers.pop().or_else(|| alone(self)).filter(|top| !top.is_null())
    }

    /// What one step leads to.
    fn descend(
        &mut self,
        slot: Slot<'t>,
        top: Datum<'t>,
        fields: Option<&Fields<'t>>,
        step: &Datum<'t>,
        path: &Path<'_>,
    ) -> Option<Slot<'t>> {
        let schema = self.inner_schema(&slot.schema, step);
        let Some(fields) = fields else { return Some(Slot { schema, layers: vec![top.part(step)?] }) };
        if !top.is_map() {
            return None;
        }
        let mut maps = self.maps(slot.layers, fields, path);
        maps.push(top);
        let given = maps.iter().filter_map(|map| map.part(step));
        let layers = schema.defaults.iter().cloned().chain(given).collect();
        Some(Slot { schema, layers })
    }

    /// The definition of what one step leads to in values of another.
    fn inner_schema(&self, schema: &Schema<'t>, step: &Datum<'t>) -> Schema<'t> {
        let of_type = schema.type_name.map(|name| self.schemas.data_type(name.text()));
        let found = match of_type {
            Some(DataType::Structure(fields)) => step.key().and_then(|key| fields.get(key).cloned()),
            Some(DataType::Simple(_, refinement)) => schema.entry.or(refinement.entry).map(Schema::read).map(entry),
            Some(DataType::Unknown) | None => None,
        };
        found.unwrap_or_else(|| Schema::untyped(schema.span))
    }
}

/// An entry is there or not: a definition of entries has no default.
pub(super) fn entry(schema: Schema<'_>) -> Schema<'_> {
    Schema { defaults: Vec::new(), is_required: true, ..schema }
}
