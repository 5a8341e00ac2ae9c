//! Files that Python code reads.

use std::io;

use perfect_play_file::RemoteFile;
use pyo3::{
    Bound, Py, PyAny, PyResult, Python,
    types::{PyAnyMethods, PyBytes, PyBytesMethods},
};

/// An instance of `perfect_play.remote.RemoteFile`.
#[derive(Debug)]
pub(crate) struct RemoteObject {
    file: Py<PyAny>,
    length: Option<u64>,
}

impl RemoteObject {
    pub(crate) fn new(file: &Bound<'_, PyAny>) -> PyResult<Self> {
        let length = file.getattr("length")?.extract()?;
        Ok(Self { file: file.clone().unbind(), length })
    }
}

impl RemoteFile for RemoteObject {
    fn length(&self) -> Option<u64> {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        Python::attach(|py| {
            let read = self.file.bind(py).call_method1("read", (offset, buffer.len()));
            let bytes = read.and_then(|bytes| Ok(bytes.cast_into::<PyBytes>()?));
            let bytes = bytes.map_err(|error| io::Error::other(error.value(py).to_string()))?;
            let bytes = bytes.as_bytes();
            if bytes.len() != buffer.len() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer.copy_from_slice(bytes);
            Ok(())
        })
    }
}
